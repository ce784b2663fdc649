// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms} from "../contracts/EscrowTypes.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {AuthorizedToken, MockPermit2} from "./support/OneSignature.sol";

/// @dev Creation by Permit2 with the terms as its witness, by EIP-3009 to the predicted vault, and in batches of signed
///      creations.
contract OneSignatureTest is EscrowTest {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    AuthorizedToken private coin;

    function setUp() public override {
        super.setUp();
        vm.etch(PERMIT2, address(new MockPermit2()).code);
        coin = new AuthorizedToken();
    }

    function test_permit2_oneSignatureAndNoAllowanceToTheRegistry() public {
        EscrowTerms memory terms = _terms();
        bytes memory signature = _permit2Signature(terms, address(registry), 7);
        vm.prank(STRANGER);
        address vault = registry.createEscrowPermit2(terms, 7, NOW + HOUR, signature);
        vm.assertEq(_balance(vault), AMOUNT, "funded");
        vm.assertTrue(_isVault(vault), "created");
    }

    function test_attack_permit2_everyFieldOfTheTermsIsSigned() public {
        bytes memory signature = _permit2Signature(_terms(), address(registry), 7);
        EscrowTerms[5] memory list = [_terms(), _terms(), _terms(), _terms(), _terms()];
        list[0].recipient = STRANGER;
        list[1].amount -= 1;
        list[2].cancelAfter += 1;
        list[3].commitmentHash = sha256("another");
        list[4].hopBridge = address(bridge);
        for (uint256 i = 0; i < list.length; ++i) {
            vm.expectRevert("InvalidSigner");
            registry.createEscrowPermit2(list[i], 7, NOW + HOUR, signature);
        }
    }

    function test_attack_permit2_signedForAnotherSpenderOrUsedTwice() public {
        EscrowTerms memory terms = _terms();
        bytes memory signature = _permit2Signature(terms, STRANGER, 7);
        vm.expectRevert("InvalidSigner");
        registry.createEscrowPermit2(terms, 7, NOW + HOUR, signature);
        registry.createEscrowPermit2(terms, 8, NOW + HOUR, _permit2Signature(terms, address(registry), 8));
        signature = _permit2Signature(terms, address(registry), 9);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, registry.vaultAddress(terms)));
        registry.createEscrowPermit2(terms, 9, NOW + HOUR, signature);
    }

    function test_attack_permit2_revokedTerms() public {
        EscrowTerms memory terms = _terms();
        bytes memory signature = _permit2Signature(terms, address(registry), 7);
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, terms.creator);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, registry.vaultAddress(terms)));
        registry.createEscrowPermit2(terms, 7, NOW + HOUR, signature);
    }

    function test_eip3009_thePayeeIsTheTerms() public {
        EscrowTerms memory terms = _termsIn(address(coin));
        vm.prank(STRANGER);
        address vault = registry.createEscrowAuthorized(terms, _authorization(terms, CREATOR_KEY));
        vm.assertEq(coin.balanceOf(vault), AMOUNT, "funded");
    }

    function test_eip3009_aSignatureOfAContractGoesAsBytes() public {
        EscrowTerms memory terms = _termsIn(address(coin));
        IEscrowRegistry.Authorization memory authorization = _authorization(terms, CREATOR_KEY);
        authorization.signature = abi.encodePacked(authorization.signature, bytes1(0x77));
        vm.assertTrue(_isVault(registry.createEscrowAuthorized(terms, authorization)), "created");
    }

    /// @dev A stranger who sees the signature may send it to the token first. The vault is then funded, and can be
    ///      created all the same.
    function test_attack_eip3009_usedFirstBySomebodyElse() public {
        EscrowTerms memory terms = _termsIn(address(coin));
        IEscrowRegistry.Authorization memory authorization = _authorization(terms, CREATOR_KEY);
        (uint8 v, bytes32 r, bytes32 s) = _split(authorization.signature);
        address vault = registry.vaultAddress(terms);
        vm.prank(STRANGER);
        coin.transferWithAuthorization(
            CREATOR, vault, AMOUNT, authorization.validAfter, authorization.validBefore, authorization.nonce, v, r, s
        );
        registry.createEscrowAuthorized(terms, authorization);
        vm.assertEq(coin.balanceOf(vault), AMOUNT, "funded once");
    }

    function test_attack_eip3009_otherTermsAreAnotherPayee() public {
        EscrowTerms memory terms = _termsIn(address(coin));
        IEscrowRegistry.Authorization memory authorization = _authorization(terms, CREATOR_KEY);
        terms.recipient = STRANGER;
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, 0, AMOUNT));
        registry.createEscrowAuthorized(terms, authorization);
    }

    function test_eip3009_aTokenWithoutItPaysNothing() public {
        EscrowTerms memory terms = _terms();
        IEscrowRegistry.Authorization memory authorization = IEscrowRegistry.Authorization(0, NOW + HOUR, 0, new bytes(65));
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, 0, AMOUNT));
        registry.createEscrowAuthorized(terms, authorization);
    }

    function test_withoutASignature_byTheCreatorAlone() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.SignatureExpired.selector);
        registry.createEscrowSigned(terms, 0, "");
        vm.prank(CREATOR);
        vm.assertEq(_balance(registry.createEscrowSigned(terms, 0, "")), AMOUNT, "funded");
    }

    function test_signedBatch_oneThatFailsDoesNotStopTheOthers() public {
        _approve(3 * AMOUNT);
        IEscrowRegistry.SignedCreation[] memory batch = new IEscrowRegistry.SignedCreation[](3);
        for (uint256 i = 0; i < batch.length; ++i) {
            EscrowTerms memory terms = _terms();
            terms.cancelAfter += uint40(i);
            uint256 key = i == 1 ? STRANGER_KEY : CREATOR_KEY;
            batch[i] =
                IEscrowRegistry.SignedCreation(terms, NOW + HOUR, _sign(key, _createHash(terms, NOW + HOUR)));
        }
        vm.prank(STRANGER);
        address[] memory vaults = registry.createEscrowSignedBatch(batch);
        vm.assertEq(vaults[1], address(0), "left out");
        vm.assertTrue(_isVault(vaults[0]) && _isVault(vaults[2]), "created");
        vm.assertEq(_balance(vaults[0]) + _balance(vaults[2]), 2 * AMOUNT, "funded");
    }

    function _permit2Signature(EscrowTerms memory terms, address spender, uint256 nonce)
        private
        returns (bytes memory)
    {
        vm.prank(CREATOR);
        token.approve(PERMIT2, type(uint256).max);
        bytes32 termsHash = keccak256(
            abi.encode(
                keccak256(
                    "EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)"
                ),
                terms
            )
        );
        bytes32 permitted = keccak256(
            abi.encode(keccak256("TokenPermissions(address token,uint256 amount)"), terms.token, terms.amount)
        );
        bytes32 typeHash = keccak256(
            "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,EscrowTerms witness)EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)TokenPermissions(address token,uint256 amount)"
        );
        bytes32 structHash = keccak256(abi.encode(typeHash, permitted, spender, nonce, NOW + HOUR, termsHash));
        return _signDigest(CREATOR_KEY, _digestIn(MockPermit2(PERMIT2).domainSeparator(), structHash));
    }

    function _authorization(EscrowTerms memory terms, uint256 key)
        private
        view
        returns (IEscrowRegistry.Authorization memory)
    {
        bytes32 nonce = keccak256("a nonce");
        bytes32 digest =
            coin.digestOf(terms.creator, registry.vaultAddress(terms), terms.amount, 0, NOW + HOUR, nonce);
        return IEscrowRegistry.Authorization(0, NOW + HOUR, nonce, _signDigest(key, digest));
    }

    function _split(bytes memory signature) private pure returns (uint8 v, bytes32 r, bytes32 s) {
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
    }
}
