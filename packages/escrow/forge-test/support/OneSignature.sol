// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IPermit2, PermitTransferFrom, SignatureTransferDetails} from "../../contracts/interfaces/IPermit2.sol";

/// @dev Permit2's witness transfer, written from its specification: types, domain, unordered nonces, and the allowance
///      that users give to Permit2.
contract MockPermit2 is IPermit2 {
    mapping(address owner => mapping(uint256 nonce => bool)) public isUsed;

    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        require(block.timestamp <= permit.deadline, "SignatureExpired");
        require(details.requestedAmount <= permit.permitted.amount, "InvalidAmount");
        require(!isUsed[owner][permit.nonce], "InvalidNonce");
        isUsed[owner][permit.nonce] = true;
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,",
                witnessTypeString
            )
        );
        bytes32 permitted = keccak256(
            abi.encode(
                keccak256("TokenPermissions(address token,uint256 amount)"),
                permit.permitted.token,
                permit.permitted.amount
            )
        );
        bytes32 structHash =
            keccak256(abi.encode(typeHash, permitted, msg.sender, permit.nonce, permit.deadline, witness));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domainSeparator(), structHash));
        require(ECDSA.recover(digest, signature) == owner, "InvalidSigner");
        require(IERC20(permit.permitted.token).transferFrom(owner, details.to, details.requestedAmount), "transfer");
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(this)
            )
        );
    }
}

/// @dev A token with EIP-3009 as USDC has it: with the signature as v, r, s, and as bytes for contract wallets. Here
///      the bytes may also be a short signature.
contract AuthorizedToken is ERC20("USD Coin", "USDC") {
    mapping(address from => mapping(bytes32 nonce => bool)) public authorizationState;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        _use(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        require(signature.length == 66 && signature[65] == 0x77, "not a contract's");
        _use(from, to, value, validAfter, validBefore, nonce, signature[:65]);
    }

    function digestOf(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce)
        public
        view
        returns (bytes32)
    {
        bytes32 typeHash = keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        return keccak256(
            abi.encodePacked(
                hex"1901",
                bytes32(uint256(uint160(address(this)))),
                keccak256(abi.encode(typeHash, from, to, value, validAfter, validBefore, nonce))
            )
        );
    }

    function _use(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) private {
        require(block.timestamp > validAfter && block.timestamp < validBefore, "not valid now");
        require(!authorizationState[from][nonce], "used");
        authorizationState[from][nonce] = true;
        bytes32 digest = digestOf(from, to, value, validAfter, validBefore, nonce);
        require(ECDSA.recover(digest, signature) == from, "signature");
        _transfer(from, to, value);
    }
}
